import { isPassText } from '#contract/checkin-pass'
import { scannerTexts } from '#i18n/checkin-scanner'
import { type Language, selectTexts } from '#i18n/translate'
import type { ScanResult } from './check-scan.ts'

/** The texts and the tone of a result, for the card. */
export interface ScanResultView {
  readonly tone: 'done' | 'wait' | 'need' | 'mute'
  readonly title: string
  readonly text?: string
}

/** Returns the texts and the tone of a result. */
export function describeScanResult(verdict: ScanResult, language: Language): ScanResultView {
  const texts = selectTexts(scannerTexts, language)
  switch (verdict.type) {
    case 'genuine':
      return { tone: 'done', title: texts.genuine }
    case 'stale':
      return { tone: 'need', title: texts.stale, text: texts.staleWhy[verdict.why] }
    case 'forged':
      return { tone: 'need', title: texts.forged, text: texts.forgedWhy[verdict.why] }
    case 'unknown':
      return { tone: 'wait', title: texts.unknown, text: texts.unknownText }
    case 'already-in':
      return { tone: 'mute', title: texts.alreadyIn, text: texts.alreadyText[verdict.state] }
    case 'barred':
      return { tone: 'need', title: texts.barred[verdict.why], text: texts.barredText[verdict.why] }
    case 'unlisted':
      return {
        tone: 'wait',
        title: texts.unlisted(verdict.number),
        text: texts.unlistedText,
      }
    case 'id-number':
      return { tone: 'wait', title: texts.idNumber, text: texts.idNumberText }
    case 'unverified':
      return {
        tone: 'wait',
        title: texts.unverified,
        text: isPassText(verdict.scan.scanned) ? texts.uncheckedText : texts.unverifiedText,
      }
    case 'unreadable':
      return { tone: 'mute', title: texts.unreadable, text: texts.unreadableText }
  }
}
