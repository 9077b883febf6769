/** Puts text on the clipboard, also where the browser's own way is missing or shut; whether it is there then. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The page did not come over https, or may not write there.
    return copyOld(text);
  }
}

function copyOld(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  // Inside an open sheet only the sheet can be selected in.
  const over = document.querySelector('dialog[open]') ?? document.body;
  over.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
