import { looksLikePass } from '#contract/checkin-pass'
import { scannerWords } from '#words/checkin-scanner'
import { type Language, speak } from '#words/say'
import type { Verdict } from './scanner.ts'

/** A verdict as the card shows it: in words, with a tone. */
export interface VerdictView {
  readonly tone: 'done' | 'wait' | 'need' | 'mute'
  readonly title: string
  readonly text?: string
}

/** The words and the tone of a verdict. */
export function viewOf(verdict: Verdict, language: Language): VerdictView {
  const words = speak(scannerWords, language)
  switch (verdict.type) {
    case 'genuine':
      return { tone: 'done', title: words.genuine }
    case 'stale':
      return { tone: 'need', title: words.stale, text: words.staleWhy[verdict.why] }
    case 'forged':
      return { tone: 'need', title: words.forged, text: words.forgedWhy[verdict.why] }
    case 'unknown':
      return { tone: 'wait', title: words.unknown, text: words.unknownText }
    case 'already-in':
      return { tone: 'mute', title: words.alreadyIn, text: words.alreadyText[verdict.state] }
    case 'barred':
      return { tone: 'need', title: words.barred[verdict.why], text: words.barredText[verdict.why] }
    case 'unlisted':
      return {
        tone: 'wait',
        title: words.unlisted(verdict.number),
        text: words.unlistedText,
      }
    case 'id-number':
      return { tone: 'wait', title: words.idNumber, text: words.idNumberText }
    case 'unverified':
      return {
        tone: 'wait',
        title: words.unverified,
        text: looksLikePass(verdict.scan.scanned) ? words.uncheckedText : words.unverifiedText,
      }
    case 'unreadable':
      return { tone: 'mute', title: words.unreadable, text: words.unreadableText }
  }
}
