import type { Plugin } from 'vite'

/**
 * Moves style sheets from the head to the end of the body: the shell is painted before they have
 * loaded, and the app's script, which waits for every style sheet, still starts with all of them
 * applied.
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
