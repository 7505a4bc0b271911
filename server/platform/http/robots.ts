import type { Settings } from '../settings/settings.ts'

type RobotsSettings = Pick<Settings, 'basePath' | 'searchEngines'>

// What is the same for everybody and of use to people who are not at the campus yet: notices and fee
// standards.
const INDEXABLE_PATH = /^\/(notice(\/[\w-]{1,64})?|feemenu)$/i

/** May search engines list this address? `path` is the whole one, the base path included. */
export const isIndexable = (path: string, { basePath, searchEngines }: RobotsSettings): boolean =>
  searchEngines && path.startsWith(basePath) && INDEXABLE_PATH.test(path.slice(basePath.length))

/**
 * The robots.txt of a campus whose public pages may be found; undefined where none may, and the
 * build's own says so. A campus below a base path says these lines at the root of its host.
 */
export const robotsText = ({ basePath, searchEngines }: RobotsSettings): string | undefined =>
  searchEngines
    ? [
        '# Notices and fee standards are for everybody; the rest is for one person each.',
        'User-agent: *',
        ...['/$', '/notice', '/feeMenu', '/assets/'].map((path) => `Allow: ${basePath}${path}`),
        `Disallow: ${basePath}/`,
        '',
      ].join('\n')
    : undefined
