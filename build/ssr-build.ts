/** The mode of Vite that builds what renders public pages. */
export const SSR_MODE = 'ssr'

/** Where that is for an app's build: beside its folder, since what is in that is served. */
export const ssrFolderOf = (appDir: string): string => `${appDir}.ssr`
