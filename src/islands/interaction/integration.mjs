/** Adds the `client:interaction` directive: an island is loaded when it is first used. */
export function interaction() {
  return {
    name: 'pruta:interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'interaction', entrypoint: './src/islands/interaction/directive.ts' });
      },
    },
  };
}
