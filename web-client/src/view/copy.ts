/** Puts text on the clipboard, also where the page did not come over https and the browser's own way is missing. */
export async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  // Inside an open sheet only the sheet can be selected in.
  const over = document.querySelector('dialog[open]') ?? document.body;
  over.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
