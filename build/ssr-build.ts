/** The Vite mode that builds the server rendering of public pages. */
export const SSR_BUILD_MODE = 'ssr'

/**
 * The folder of the server rendering's build. It is next to the app's folder and not in it, since
 * everything in the app's folder is served.
 */
export const ssrFolderOf = (appDir: string): string => `${appDir}.ssr`
