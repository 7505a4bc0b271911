import type { Settings } from '../settings/settings.ts'

type RobotsSettings = Pick<Settings, 'basePath' | 'searchEngines'>

// The public pages that are useful before enrolment: notices and fee standards.
const INDEXABLE_PATH = /^\/(notice(\/[\w-]{1,64})?|feemenu)$/i

/** Whether search engines are allowed to index this address. `path` includes the base path. */
export const isIndexable = (path: string, { basePath, searchEngines }: RobotsSettings): boolean =>
  searchEngines && path.startsWith(basePath) && INDEXABLE_PATH.test(path.slice(basePath.length))

/**
 * The robots.txt of a campus whose public pages may be indexed. Undefined if none may be indexed;
 * the build's own file then says so. With a base path, these lines belong into the robots.txt at
 * the root of the host.
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
