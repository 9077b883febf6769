/** What is longer than there is room for has the arrows to itself, as long as it has the focus and can still scroll that way; made to be attached to it. */
export function scrolls(node: HTMLElement): () => void {
  const keep = (event: KeyboardEvent): void => {
    if (event.target !== node) return;
    const { scrollTop, scrollHeight, clientHeight } = node;
    const left = event.key === 'ArrowUp' ? scrollTop : event.key === 'ArrowDown' ? scrollHeight - clientHeight - scrollTop : 0;
    // Where it stands may be half a pixel.
    if (left >= 1) event.stopPropagation();
  };
  node.addEventListener('keydown', keep);
  return () => node.removeEventListener('keydown', keep);
}
