import { createContext, use } from 'react'

const Named = createContext<(text: string) => string>((text) => text)

/** Provides the translation of the campus's names; without it they are shown as sent. */
export const NameTranslatorProvider = Named.Provider

/**
 * Returns a function that translates a name of the campus: a step, a fee, a course. Other texts are
 * returned unchanged.
 */
export const useTranslateName = (): ((text: string) => string) => use(Named)
