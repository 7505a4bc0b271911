import { useState } from 'react'
import { useLanguage } from '#app/lib/language.ts'
import { currentSession } from '#app/lib/session.ts'
import { toast } from '#app/ui/toast.ts'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import { checkCode, type ShownCode } from './code.ts'

/** Opens the personal code once its checks have passed, or says why not. */
export function useCode() {
  const language = useLanguage()
  const [shown, show] = useState<ShownCode>()
  const open = async () => {
    const session = currentSession()
    if (session === null) return toast(commonWords.bindFirst[language])
    toast(homeWords.codeChecking[language])
    const checked = await checkCode(session.person)
    if (checked.type === 'say') return toast(checked.text)
    return show(checked.code)
  }
  return { shown, open: () => void open(), close: () => show(undefined) }
}
