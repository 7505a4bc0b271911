/** The base path of the app, without a trailing slash: '' or '/campus'. */
export const basePath = (): string => (process.env['BASE_PATH'] ?? '').trim().replace(/\/+$/, '')
