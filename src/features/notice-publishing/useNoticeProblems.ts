import { useState } from 'react'
import * as v from 'valibot'
import { useLanguage } from '#app/lib/language/language.ts'
import { savedNotice, type SavedNotice } from '#contract/notice-publishing'

/** What is wrong with a notice, field by field, once somebody wanted to save it. */
export function useNoticeProblems() {
  const language = useLanguage()
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  /** The notice as it may be saved; nothing when it may not. */
  const check = (notice: SavedNotice): SavedNotice | undefined => {
    const read = v.safeParse(savedNotice.schema, notice, { lang: language })
    setProblems(
      Object.fromEntries(
        (read.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    return read.success ? read.output : undefined
  }
  return { problems, check }
}
