/** Plain Svelte: no preprocessor, since Svelte 5 reads TypeScript types itself. Runes everywhere, also where none is used: else the page would have what older components need. */

/** Whose classes are named so. */
const named = new Map();

/** Classes of components are named shortly, since all of them are loaded; no two alike. */
function cssHash({ hash, filename }) {
  const name = `s${hash(filename).slice(-4)}`;
  const other = named.get(name) ?? filename;
  if (other !== filename) throw new Error(`${filename} and ${other} would have the same classes: name one of them otherwise`);
  named.set(name, filename);
  return name;
}

export default { compilerOptions: { runes: true, cssHash } };
