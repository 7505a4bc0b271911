/** The path that the app lives under, without a slash at its end: '' or '/campus'. */
export const basePath = (): string => (process.env['BASE_PATH'] ?? '').trim().replace(/\/+$/, '')
