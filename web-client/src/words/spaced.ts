/** Parts what is Latin or a number from the Chinese beside it, in sentences that names are put into. The first words do
 * without, to be small: there `text-autospace` alone parts them. */
const CHINESE = /\p{Script=Han}/u;
const OTHER = /[!-~\p{Script=Latin}]/u;

/** A Chinese sentence around names: a space where a name of another script meets it, and none where it needs none. */
export function spaced(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((said, part, nth) => join(join(said, String(values[nth - 1] ?? '')), part));
}

function join(before: string, after: string): string {
  const [end, begin] = [before.slice(-1), after.slice(0, 1)];
  const isMixed = (CHINESE.test(end) && OTHER.test(begin)) || (OTHER.test(end) && CHINESE.test(begin));
  return isMixed ? `${before} ${after}` : before + after;
}
