import { Check, CircleAlert, Clock } from 'lucide'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import type { FeeOverview } from '#contract/fees'
import {
  APPLICATION_APPROVED,
  APPLICATION_PENDING,
  computeDeferralAmount,
  DEFERRAL_RULE,
  isOffsetByFinance,
} from '#contract/green-channel'
import { feeReliefTexts } from '#i18n/fee-relief'
import { greenChannelTexts } from '#i18n/green-channel'
import { computeDeferrableTotal } from './fee-overview.ts'
import type { ReliefApplicationRead, useReliefApplications } from './useReliefApplications.ts'

/**
 * The states of loan, registered household, deferral and scholarship, with links to apply (FEE-12,
 * FEE-13).
 */
export function ReliefCard({
  overview,
  applications,
  stunum,
}: {
  overview: FeeOverview
  applications: ReturnType<typeof useReliefApplications>
  stunum: string
}) {
  const texts = useTexts(feeReliefTexts)
  const isNew = useSession()?.isNew ?? false
  const rule = useCampusRule('deferral', DEFERRAL_RULE)
  const amount = computeDeferralAmount(rule, computeDeferrableTotal(overview))
  const { scholarship } = overview
  const { loan, household, deferral } = applications
  return (
    <Card flush title={texts.relief}>
      <RowLink
        to="/loan/$stunum"
        params={{ stunum }}
        label={texts.loan}
        {...describeApproval(loan, texts.approvedNotOffset)}
        trailing={<ApplicationPill read={loan} />}
      />
      {isNew || rule.students === 'all' ? (
        <RowLink
          to="/reduce/$stunum"
          params={{ stunum }}
          search={amount === undefined ? {} : { tmp: amount / 100 }}
          label={texts.household}
          {...describeApproval(household, texts.approvedNotOffset)}
          trailing={<ApplicationPill read={household} />}
        />
      ) : (
        <Row
          label={texts.household}
          {...describeApproval(household, texts.approvedNotOffset)}
          trailing={<ApplicationPill read={household} />}
        />
      )}
      <Row
        label={texts.deferral}
        // A student who has already applied does not need the instructions.
        {...(deferral.data?.application === null && { description: texts.deferralNote })}
        {...describeApproval(deferral, texts.approvedNotOffset)}
        trailing={<ApplicationPill read={deferral} />}
      />
      <Row
        label={texts.scholarship}
        {...(scholarship !== null && {
          description: scholarship.offset
            ? formatMoney(scholarship.amount)
            : texts.scholarshipNotOffset(formatMoney(scholarship.amount)),
        })}
        trailing={
          scholarship === null ? (
            <MutedText as="span">{texts.noScholarship}</MutedText>
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

// What an approval means for the amount owed, until finance has offset it.
const describeApproval = ({ data }: ReliefApplicationRead, description: string) =>
  data?.application?.status === APPLICATION_APPROVED &&
  !isOffsetByFinance(data.application) && { description }

function ApplicationPill({ read: { data, state } }: { read: ReliefApplicationRead }) {
  const texts = useTexts(feeReliefTexts)
  const greenChannel = useTexts(greenChannelTexts)
  if (data === undefined)
    return state === 'loading' ? (
      <MutedText as="span">{texts.reading}</MutedText>
    ) : (
      <Pill tone="mute">{texts.notRead}</Pill>
    )
  const status = data.application?.status
  if (status === undefined) return <MutedText as="span">{texts.notApplied}</MutedText>
  if (status === APPLICATION_PENDING)
    return (
      <Pill tone="wait" icon={<Icon of={Clock} />}>
        {greenChannel.pending}
      </Pill>
    )
  if (data.application !== null && isOffsetByFinance(data.application))
    return (
      <Pill tone="done" icon={<Icon of={Check} />}>
        {texts.isOffset}
      </Pill>
    )
  return status === APPLICATION_APPROVED ? (
    <Pill tone="done" icon={<Icon of={Check} />}>
      {greenChannel.approved}
    </Pill>
  ) : (
    <Pill tone="need" icon={<Icon of={CircleAlert} />}>
      {greenChannel.rejected}
    </Pill>
  )
}
