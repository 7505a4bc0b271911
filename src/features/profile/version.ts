const built: unknown = import.meta.env['VITE_VERSION']

/** The version of this build, as the "me" page shows it. */
export const appVersion: string = typeof built === 'string' && built !== '' ? built : '0.1.0'
