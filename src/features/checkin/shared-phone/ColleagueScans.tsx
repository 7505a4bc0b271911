import { type ReactNode, useEffect, useState } from 'react'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { DormResident, Roster } from '#contract/checkin'
import { isSealedScanText } from '#contract/checkin-pass'
import { scannerTexts } from '#i18n/checkin-scanner'
import { commonTexts } from '#i18n/common'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { findResident } from '../roster/residents.ts'
import { readStoredScan } from '../scans/scans.ts'
import { deliverColleagueScans, findColleagueScans } from './deliver-colleague-scans.ts'

/** Exports one colleague's unsent scans from the phone as a file. */
export type ExportColleagueScans = (left: {
  readonly subject: string
  readonly items: readonly OutboxItem[]
}) => ReactNode

/**
 * Unsent scans that colleagues made on this phone. The signed-in supervisor can deliver those of
 * their own buildings, under the name of the colleague who scanned. The other scans are only
 * counted.
 */
export function ColleagueScans({
  roster,
  exportLeft,
  onDelivered,
}: {
  roster: Roster | undefined
  exportLeft: ExportColleagueScans
  onDelivered: () => void
}) {
  const { items: own } = useOutboxStatus()
  const [left, setLeft] = useState<readonly OutboxItem[]>([])
  const [revision, setRevision] = useState(0)
  // A change of the outbox by another person refreshes the view too.
  useEffect(() => {
    let gone = false
    void findColleagueScans()
      .then((found) => gone || setLeft(found))
      .catch(() => {})
    return () => {
      gone = true
    }
  }, [own, revision])
  const subjects = [...new Set(left.map(({ subject }) => subject))]
  return subjects.map((subject) => (
    <ColleagueGroup
      key={subject}
      subject={subject}
      items={left.filter((item) => item.subject === subject)}
      roster={roster}
      exportLeft={exportLeft}
      onDelivered={() => {
        setRevision(revision + 1)
        onDelivered()
      }}
    />
  ))
}

function ColleagueGroup({
  subject,
  items,
  roster,
  exportLeft,
  onDelivered,
}: {
  subject: string
  items: readonly OutboxItem[]
  roster: Roster | undefined
  exportLeft: ExportColleagueScans
  onDelivered: () => void
}) {
  const texts = useTexts(scannerTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // This phone does not know the student of a colleague's sealed scan, so the university checks the
  // building.
  const here = items.flatMap((item) => {
    const { scanned } = readStoredScan(item.payload)
    const resident = findResident(roster, scanned)
    return resident === undefined && !isSealedScanText(scanned) ? [] : [{ item, resident }]
  })
  const elsewhere = items.length - here.length
  const deliver = async () => {
    setProblem(offline ? common.offlineOnly : undefined)
    if (offline) return
    setBusy(true)
    const ended = await deliverColleagueScans(here.map(({ item }) => item)).catch(() => ({
      arrived: 0,
      problem: common.systemFault,
    }))
    setBusy(false)
    setProblem(ended.problem)
    if (ended.arrived > 0) showToast(texts.leftDelivered(ended.arrived))
    onDelivered()
  }
  return (
    <>
      <Card flush title={texts.left(subject, items.length)}>
        {here.map(({ item, resident }) => (
          <ColleagueScanRow key={item.order} item={item} resident={resident} />
        ))}
        {elsewhere > 0 && <Row label={texts.leftElsewhere(elsewhere, subject)} />}
      </Card>
      <MutedText note>{texts.leftText(subject)}</MutedText>
      <Alert text={problem} />
      {here.length > 0 && (
        <Button tone="second" busy={busy} onClick={() => void deliver()}>
          {texts.leftDeliver(here.length, subject)}
        </Button>
      )}
      {exportLeft({ subject, items })}
    </>
  )
}

function ColleagueScanRow({
  item,
  resident,
}: {
  item: OutboxItem
  resident: DormResident | undefined
}) {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  const named = useTranslateName()
  return (
    <Row
      label={resident?.name ?? texts.sealed}
      description={[
        resident && texts.place(named(resident.building), resident.room),
        formatRecentPhoneTime(item.capturedAt, language),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
