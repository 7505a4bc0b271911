import { Check, CircleAlert, Clock } from 'lucide'
import { useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import type { Overview } from '#contract/fees'
import { APPROVED, PENDING } from '#contract/greenchannel'
import { feeReliefTexts } from '#i18n/fee-relief'
import { greenChannelTexts } from '#i18n/green-channel'
import { deferrable } from './overview.ts'
import type { ReadApplication, useApplications } from './useApplications.ts'

/**
 * How loan, registered household, deferral and scholarship stand, and the ways to apply (FEE-12,
 * FEE-13).
 */
export function ReliefCard({
  overview,
  applications,
  stunum,
}: {
  overview: Overview
  applications: ReturnType<typeof useApplications>
  stunum: string
}) {
  const texts = useTexts(feeReliefTexts)
  const isNew = useSession()?.isNew ?? false
  const { scholarship } = overview
  const { loan, household, deferral } = applications
  return (
    <Card flush title={texts.relief}>
      <RowLink
        to="/loan/$stunum"
        params={{ stunum }}
        label={texts.loan}
        trailing={<ApplicationPill read={loan} />}
      />
      {isNew ? (
        <RowLink
          to="/reduce/$stunum"
          params={{ stunum }}
          search={{ tmp: deferrable(overview) / 100 }}
          label={texts.household}
          trailing={<ApplicationPill read={household} />}
        />
      ) : (
        <Row label={texts.household} trailing={<ApplicationPill read={household} />} />
      )}
      <Row
        label={texts.deferral}
        // Who has applied need not be told how.
        {...(deferral.data?.application === null && { description: texts.deferralNote })}
        trailing={<ApplicationPill read={deferral} />}
      />
      <Row
        label={texts.scholarship}
        {...(scholarship !== null && { description: shownMoney(scholarship.amount) })}
        trailing={
          scholarship === null ? (
            <Quiet as="span">{texts.noScholarship}</Quiet>
          ) : (
            <Pill tone={scholarship.offset ? 'done' : 'wait'}>
              {scholarship.offset ? texts.isOffset : texts.isNotOffset}
            </Pill>
          )
        }
      />
    </Card>
  )
}

function ApplicationPill({ read: { data, state } }: { read: ReadApplication }) {
  const texts = useTexts(feeReliefTexts)
  const says = useTexts(greenChannelTexts)
  if (data === undefined)
    return state === 'loading' ? (
      <Quiet as="span">{texts.reading}</Quiet>
    ) : (
      <Pill tone="mute">{texts.notRead}</Pill>
    )
  const status = data.application?.status
  if (status === undefined) return <Quiet as="span">{texts.notApplied}</Quiet>
  if (status === PENDING)
    return (
      <Pill tone="wait" icon={<Icon of={Clock} />}>
        {says.pending}
      </Pill>
    )
  return status === APPROVED ? (
    <Pill tone="done" icon={<Icon of={Check} />}>
      {says.approved}
    </Pill>
  ) : (
    <Pill tone="need" icon={<Icon of={CircleAlert} />}>
      {says.rejected}
    </Pill>
  )
}
