/** The mode of Vite that builds what draws public pages. */
export const DRAWING = 'drawing'

/** Where that is for an app's build: beside its folder, since what is in that is served. */
export const drawingOf = (appDir: string): string => `${appDir}.drawing`
