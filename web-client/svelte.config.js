/** Plain Svelte: no preprocessor, since Svelte 5 reads TypeScript types itself. */
export default {};
