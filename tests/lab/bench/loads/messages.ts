import type { LinkMode, LinkShape } from './shaped-link.ts'

/** A page as the backend sends it. */
export interface SitePage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** What is served. */
export interface ServedSite {
  readonly folder: string
  /** In place of the folder's own page: the one that the backend makes of it. */
  readonly page?: SitePage
  /** What a stranger gets, by path. */
  readonly rendered?: Readonly<Record<string, SitePage>>
  /** What it is before its link was tapped, by path: its headers are others. */
  readonly prefetchPages?: Readonly<Record<string, SitePage>>
  /** Where the calls go. */
  readonly campus?: string
  readonly tls: { readonly key: string; readonly cert: string }
}

/** What the driver tells the server. */
export type ToServer =
  | { readonly type: 'start'; readonly site: ServedSite }
  | {
      readonly type: 'link'
      readonly mode: LinkMode
      readonly shape?: LinkShape
      readonly fresh?: boolean
    }
  | { readonly type: 'count'; readonly reset?: boolean }

/** Where it listens, and how many bytes have gone down the wire. */
export interface FromServer {
  readonly port: number
  readonly sent: number
}
