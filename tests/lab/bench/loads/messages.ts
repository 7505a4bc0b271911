import type { LinkMode, LinkShape } from './shaped-link.ts'

/** A page as the backend sends it. */
export interface SitePage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** The site that is served. */
export interface ServedSite {
  readonly folder: string
  /** The page that the backend makes of the folder's own page. */
  readonly page?: SitePage
  /** The pages that a first-time visitor gets, by path. */
  readonly rendered?: Readonly<Record<string, SitePage>>
  /** The pages that a browser prefetches before a link is tapped, by path. Their headers differ. */
  readonly prefetchPages?: Readonly<Record<string, SitePage>>
  /** The address to which calls are forwarded. */
  readonly campus?: string
  readonly tls: { readonly key: string; readonly cert: string }
}

/** The messages from the driver to the server. */
export type ToServer =
  | { readonly type: 'start'; readonly site: ServedSite }
  | {
      readonly type: 'link'
      readonly mode: LinkMode
      readonly shape?: LinkShape
      readonly fresh?: boolean
    }
  | {
      readonly type: 'count'
      readonly reset?: boolean
      /** Count what had arrived at this time, ms since the epoch. */
      readonly by?: number
    }

/** The server's port, and the number of bytes that have arrived at the phone. */
export interface FromServer {
  readonly port: number
  readonly arrived: number
}
