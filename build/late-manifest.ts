import type { Plugin } from 'vite'

/**
 * Turn the manifest's link into a note for the app, which puts the link in once the first reads have ended:
 * with it in the page the browser fetches manifest and icon while the first list is on its way.
 */
export const lateManifest = (): Plugin => ({
  name: 'baodao:late-manifest',
  apply: 'build',
  // After the plugin that writes the link.
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace(
        /<link rel="manifest" href="([^"]+)"[^>]*>/,
        '<meta name="manifest" content="$1" />',
      ),
  },
})
