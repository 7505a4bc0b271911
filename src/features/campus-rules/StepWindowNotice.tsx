import { chinaNow } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import {
  ALWAYS_OPEN,
  CHECKIN_WINDOW,
  stateOfWindow,
  type StepWindow,
  windowRuleOf,
} from '#contract/campus-rules'
import { stepWindowTexts } from '#i18n/step-window'
import { useCampusRule } from './queries.ts'

/**
 * Says when the step of this page takes submissions, if the campus limits that, and what a late
 * student has to do: by the window of the page, or by that of the whole online check-in if it is
 * closed or closes first. Continuing students have only the window of payments. The form stays usable,
 * because the backend decides.
 */
export function StepWindowNotice({ page }: { page: string }) {
  const texts = useTexts(stepWindowTexts)
  const language = useLanguage()
  const own: StepWindow = useCampusRule(windowRuleOf(page), ALWAYS_OPEN)
  const checkin: StepWindow = useCampusRule(CHECKIN_WINDOW, ALWAYS_OPEN)
  const minute = chinaNow().slice(0, 16)
  const isWhole =
    page !== 'onlinefee' &&
    (stateOfWindow(checkin, minute) !== 'open' ||
      (stateOfWindow(own, minute) === 'open' && endOf(checkin) < endOf(own)))
  const isBound = (useSession()?.isNew ?? false) || page === 'onlinefee'
  const window = !isBound ? ALWAYS_OPEN : isWhole ? checkin : own
  const { from, until, note, noteEn } = window
  switch (stateOfWindow(window, minute)) {
    case 'before':
      return <Alert text={texts.before(from)} />
    case 'open':
      return until === '' ? null : <MutedText>{texts.open(until)}</MutedText>
    case 'over': {
      const said = (language === 'en' && noteEn) || note
      return <Alert text={[texts.over(until), said].filter(Boolean).join(' · ')} />
    }
  }
}

// Text after every minute, for a window without an end.
const endOf = ({ until }: StepWindow) => until || '~'
