import { createContext, use } from 'react'

const Named = createContext<(text: string) => string>((text) => text)

/**
 * Provides what names of the campus's are called on this page; without it they stand as they came.
 */
export const NameTranslatorProvider = Named.Provider

/**
 * What a name of the campus's is called here: a step, a fee, a course. A text that is no such name
 * stands as it is.
 */
export const useTranslateName = (): ((text: string) => string) => use(Named)
