/** The Vite mode that builds the server rendering of public pages. */
export const SSR_BUILD_MODE = 'ssr'

/**
 * The folder of that build: next to the app's folder, since everything in the app's folder is
 * served.
 */
export const ssrFolderOf = (appDir: string): string => `${appDir}.ssr`
