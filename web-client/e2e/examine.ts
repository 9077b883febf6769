/** What axe finds wrong on a page, and what it leaves open. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** What axe says of itself in a page it was brought to. */
type Axe = { readonly run: (within: ParentNode, options: typeof EXAMINED) => Promise<Results> };

// What a button says is part of its name: who speaks to the page says what they see.
const EXAMINED = { resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } } satisfies Parameters<AxeBuilder['options']>[0];

/** What axe finds wrong. It stays in a page it was brought to: bringing it takes longer than what it does. */
export async function violations(page: Page): Promise<unknown[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().options({ runOnly: ['document-title'] }).analyze();
  const found = await page.evaluate(async (options) => {
    // What lies under a sheet can't be reached; it is looked at where nothing lies over it.
    const within = document.querySelector('dialog[open]') ?? document;
    return (await (window as unknown as { axe: Axe }).axe.run(within, options)).violations;
  }, EXAMINED);
  return found.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
}

/** Text on a gradient, of which axe says nothing, that can't be read on some colour of it. */
export function paleOnGradients(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = readonly [number, number, number];
    const coloursIn = (text: string): Colour[] =>
      [...text.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(([, red, green, blue]) => [Number(red), Number(green), Number(blue)] as const);
    const light = (colour: Colour): number => {
      const [red, green, blue] = colour.map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Colour;
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [low = 0, high = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    /** The colours that may lie behind something: those of the nearest background, if it is a gradient. */
    const behind = (element: Element | null): Colour[] => {
      for (let around = element; around !== null; around = around.parentElement) {
        const { backgroundImage, backgroundColor } = getComputedStyle(around);
        if (backgroundImage.includes('gradient')) return coloursIn(backgroundImage);
        if (!['rgba(0, 0, 0, 0)', 'transparent'].includes(backgroundColor)) return [];
      }
      return [];
    };
    const within = document.querySelector('dialog[open]') ?? document.body;
    return [...within.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
      if (!hasText || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const [own] = coloursIn(color);
      const size = Number.parseFloat(fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      if (own === undefined) return [];
      const worst = Math.min(Infinity, ...behind(element).map((colour) => contrast(own, colour)));
      return worst < least ? [`${worst.toFixed(2)} ${element.outerHTML.slice(0, 160)}`] : [];
    });
  });
}
