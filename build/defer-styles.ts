import type { Plugin } from 'vite'

/**
 * Moves style sheets from the head to the end of the body. The shell is then painted before the
 * style sheets have loaded. The app's script waits for every style sheet, so it still starts with
 * all of them applied.
 */
export const deferStyles = (): Plugin => ({
  name: 'baodao:late-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
      return links
        .reduce((rest, link) => rest.replace(link, ''), html)
        .replace(/\s*<\/body>/, `${links.join('')}$&`)
    },
  },
})
