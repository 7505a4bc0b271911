import { BadgeCheck, CircleHelp, CircleMinus, OctagonX } from 'lucide'
import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { showToast } from '#app/ui/toast.ts'
import { checkin, type DormResident, type ArrivalScan, type WaitingScan } from '#contract/checkin'
import { stations } from '#contract/stations'
import { scannerTexts } from '#i18n/checkin-scanner'
import type { FindGivenKey } from '../keys/given-key.ts'
import { HandKey, useDescribeKey } from '../keys/HandKey.tsx'
import { summarizeResident } from '../roster/residents.ts'
import { confirmScan } from '../scans/confirm-scan.ts'
import type { ConfirmedScan } from './ArrivalDeskSlip.tsx'
import type { ScanResult } from './check-scan.ts'
import { describeScanResult } from './scan-result-view.ts'
import styles from '../checkin.module.css'

const SIGNS = { done: BadgeCheck, wait: CircleHelp, need: OctagonX, mute: CircleMinus }

/**
 * The result of a scan, the student, and the actions: confirm, ask the university, or scan the next
 * code.
 */
export function ScanResultCard({
  verdict,
  portraits,
  station,
  findKey,
  onNext,
}: {
  verdict: ScanResult
  /** Small photos of students who consented, by their names in the roster. */
  portraits: Readonly<Record<string, string>>
  /** The station at which the phone scans; absent at the dormitory. */
  station?: string | undefined
  /** Absent where no keys are recorded. */
  findKey?: FindGivenKey | undefined
  onNext: (confirmed?: ConfirmedScan) => void
}) {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const [asked, setAsked] = useState<DormResident | null>()
  const [saving, setSaving] = useState(false)
  const [isHanded, setHanded] = useState(false)
  const describeKey = useDescribeKey()
  const named = useTranslateName()
  const { tone, title, text } = describeScanResult(verdict, language)
  const sign = SIGNS[tone]
  const resident = ('resident' in verdict ? verdict.resident : undefined) ?? asked ?? undefined
  const portrait = resident?.face === undefined ? undefined : portraits[resident.face]
  const scan = findConfirmableScan(verdict, resident)
  const givenKey = resident && findKey?.(resident)
  const keyText = describeKey(givenKey)
  const confirm = async () => {
    if (scan === undefined || saving) return
    setSaving(true)
    const shown = resident === undefined ? scan : { ...scan, shown: summarizeResident(resident) }
    const saved = await confirmScan(isHanded ? { ...shown, key: 'now' } : shown, { station })
    setSaving(false)
    if (saved.type === 'not-saved') return showToast(texts.notSaved)
    showToast(
      saved.type === 'sent'
        ? texts.said(resident?.name ?? '', saved.message ?? texts.confirmed)
        : texts.queued,
    )
    return onNext({
      scan: shown,
      resident,
      order: saved.type === 'saved' ? saved.order : 'sent',
    })
  }
  const question = findCheckableScan(verdict)
  const ask = async () => {
    if (question === undefined) return
    const outcome = await (station === undefined
      ? send(checkin.lookUp, question)
      : send(stations.lookUp, { ...question, station }))
    if (outcome?.type === 'ok') setAsked(outcome.data.resident)
    else if (outcome?.type === 'refused') setAsked(null)
  }
  // The university has refused this scan, so a confirmation would be refused too.
  const isRefused = asked === null
  const isAsking = question !== undefined && resident === undefined && !isRefused
  const isSure = verdict.type === 'genuine' || (verdict.type === 'unknown' && asked !== undefined)
  const isIn = verdict.type === 'already-in'
  // Whether a key can be ticked with the confirmation. Of a student who is not on the roster nothing
  // is known, and the university tells whether somebody has handed over the key.
  const takesKey =
    findKey !== undefined &&
    scan !== undefined &&
    !isRefused &&
    !isIn &&
    (givenKey === undefined || givenKey.type === 'not-given')
  return (
    <section className={styles['verdict']} data-tone={tone} role="alert">
      <p className={styles['word']}>
        <Icon of={sign} />
        {title}
      </p>
      {resident !== undefined && (
        <>
          {portrait !== undefined && (
            <img
              className={styles['face']}
              src={`data:image/jpeg;base64,${portrait}`}
              alt={texts.faceOf(resident.name)}
              width={96}
              height={128}
            />
          )}
          <p className={styles['name']}>{resident.name}</p>
          <p className={styles['place']}>
            {texts.place(named(resident.building), resident.room)}
            {resident.bed !== '' && ` · ${texts.bed(resident.bed)}`}
          </p>
          {resident.className !== undefined && resident.className !== '' && (
            <p>{named(resident.className)}</p>
          )}
        </>
      )}
      {text !== undefined && text !== '' && <p>{text}</p>}
      {keyText !== undefined && <p className={styles['key']}>{keyText}</p>}
      {problem !== undefined && <p>{problem}</p>}
      {takesKey && (
        <label className={styles['key']}>
          <input
            type="checkbox"
            checked={isHanded}
            onChange={({ currentTarget }) => setHanded(currentTarget.checked)}
          />
          {texts.keyHanded}
        </label>
      )}
      {isIn && (
        <HandKey
          student={verdict.resident.student}
          shown={summarizeResident(verdict.resident)}
          givenKey={givenKey}
        />
      )}
      <div className={styles['buttons']}>
        {isAsking && (
          <Button busy={busy} onClick={() => void ask()}>
            {texts.ask}
          </Button>
        )}
        {scan !== undefined && !isRefused && (
          <Button tone={isSure ? 'main' : 'second'} busy={saving} onClick={() => void confirm()}>
            {isSure
              ? station === undefined
                ? texts.confirm
                : texts.confirmVisit
              : texts.confirmAnyway}
          </Button>
        )}
        <Button tone="second" onClick={() => onNext()}>
          {texts.next}
        </Button>
      </div>
    </section>
  )
}

/**
 * Returns the scan to confirm. A student whom the university found by an ID number is confirmed by
 * the student's code, also if the number has the form of a student number.
 */
function findConfirmableScan(
  verdict: ScanResult,
  resident: DormResident | undefined,
): WaitingScan | undefined {
  if (verdict.type === 'id-number') return resident && { scanned: resident.student, at: verdict.at }
  if (verdict.type === 'unlisted' && resident !== undefined)
    return { ...verdict.scan, scanned: resident.student }
  return 'scan' in verdict ? verdict.scan : undefined
}

/** Returns the scan about which the university can be asked. */
function findCheckableScan(verdict: ScanResult): ArrivalScan | undefined {
  if (verdict.type === 'id-number') return { scanned: verdict.number, at: verdict.at }
  return 'scan' in verdict && verdict.scan !== undefined
    ? { scanned: verdict.scan.scanned, at: verdict.scan.at }
    : undefined
}
