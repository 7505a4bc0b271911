/** The base path of the app, without a trailing slash: '' or '/campus'. */
export const readBasePath = (): string =>
  (process.env['BASE_PATH'] ?? '').trim().replace(/\/+$/, '')
