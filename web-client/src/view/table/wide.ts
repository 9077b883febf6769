/** Which of the two tables fits. */

/** Whether there is room for a table with everybody around it; else it is one for phones. */
export function isWide({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return width >= 900 && height > 500;
}
