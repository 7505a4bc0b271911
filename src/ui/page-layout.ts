import { createContext, use, type ReactNode } from 'react'

/**
 * The frame of every page. The root route provides it once, so that UI components need no data of
 * their own.
 */
export interface PageLayout {
  /** The school's name, which is the last part of every document title. */
  readonly site: string
  readonly backLabel: string
  /** The close button of a sheet. */
  readonly closeLabel: string
  /** The button of a failed read. */
  readonly retryLabel: string
  /** Announced while data loads. */
  readonly loadingLabel: string
  /** The line below the top bar, unless a page has its own. */
  readonly banner?: ReactNode
  readonly tabs?: ReactNode
  /**
   * A button that switches the language, in the top bar of entry pages such as the sign-in page.
   */
  readonly otherLanguage?: ReactNode
  /** Checks the network at once; called by a tap on a banner about the network. */
  readonly again?: {
    readonly label: string
    readonly busy: string
    readonly run: () => Promise<void>
  }
}

const FrameContext = createContext<PageLayout>({
  site: '',
  backLabel: '返回',
  closeLabel: '关闭',
  retryLabel: '重试',
  loadingLabel: '加载中',
})

/** Provides the frame of the page. */
export const PageLayoutProvider = FrameContext.Provider

/** Returns the frame of this page. */
export const usePageLayout = (): PageLayout => use(FrameContext)
