import { createContext, use, type ReactNode } from 'react'

/** The frame of every page, provided once by the root route, so that UI components need no data. */
export interface PageLayout {
  /** The school's name, last part of every document title. */
  readonly site: string
  readonly backLabel: string
  /** The line below the top bar, unless a page has its own. */
  readonly banner?: ReactNode
  readonly tabs?: ReactNode
  /** A button that switches the language; in the top bar of entry pages. */
  readonly otherLanguage?: ReactNode
  /** Checks the network at once, by a tap on a banner about it. */
  readonly again?: {
    readonly label: string
    readonly busy: string
    readonly run: () => Promise<void>
  }
}

const FrameContext = createContext<PageLayout>({ site: '', backLabel: '返回' })

/** Provides the frame of the page. */
export const PageLayoutProvider = FrameContext.Provider

/** Returns the frame of this page. */
export const usePageLayout = (): PageLayout => use(FrameContext)
