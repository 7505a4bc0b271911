import { createContext, use } from 'react'

const Named = createContext<(text: string) => string>((text) => text)

/**
 * Provides the function that translates the campus's names. Without a provider the names are shown
 * as the campus sends them.
 */
export const NameTranslatorProvider = Named.Provider

/**
 * Returns a function that translates a name of the campus: a step, a fee, a course. Other texts are
 * returned unchanged.
 */
export const useTranslateName = (): ((text: string) => string) => use(Named)
