import { createContext, use, type ReactNode } from 'react'

/** What surrounds every page: given once by the root route, so that the blocks know no data. */
export interface PageLayout {
  /** The school's name, last part of every document title. */
  readonly site: string
  readonly backLabel: string
  /** The thin line under the top bar, unless a page brings its own. */
  readonly banner?: ReactNode
  readonly tabs?: ReactNode
  /** Speaks the other language; for the top bar of the pages where somebody begins. */
  readonly otherLanguage?: ReactNode
  /** Asks the network at once, by a tap on a banner about it. */
  readonly again?: {
    readonly label: string
    readonly busy: string
    readonly run: () => Promise<void>
  }
}

const FrameContext = createContext<PageLayout>({ site: '', backLabel: '返回' })

/** Provides the frame. */
export const PageLayoutProvider = FrameContext.Provider

/** The frame around this page. */
export const usePageLayout = (): PageLayout => use(FrameContext)
