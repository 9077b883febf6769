/** What is asked about games of private rooms needs the room's code. */

/** The query that names the room's code, if one is needed, and whatever else. */
export function coded(code: string | null, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(code === null ? more : { ...more, code });
  return query.size === 0 ? '' : `?${query}`;
}
