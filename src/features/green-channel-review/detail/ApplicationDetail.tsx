import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  isUnansweredRead,
  describeReadError,
  toReadFailureReason,
} from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { type GreenChannelApplication, isOffsetByFinance } from '#contract/green-channel'
import { commonTexts } from '#i18n/common'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { DecisionForm } from '../decision/DecisionForm.tsx'
import { type ApplicationKind, APPLICATION_KINDS } from '../kinds.ts'
import { applicationDetailQuery } from '../queries.ts'
import { ApplicationCards } from './ApplicationCards.tsx'
import { ApplicationDocuments } from './ApplicationDocuments.tsx'
import { DecisionHistory } from './DecisionHistory.tsx'
import styles from '../green-channel-review.module.css'

/**
 * An application with everything that a decision needs: the applicant, the content, the documents,
 * and the decision form (AUD-06).
 */
export function ApplicationDetail({
  kind,
  student,
  year,
  focus = false,
  onDecided,
}: {
  kind: ApplicationKind
  student: string
  year: string
  /** The applicant's name receives the focus when the detail opens. */
  focus?: boolean
  onDecided: (decided: GreenChannelApplication) => Promise<void>
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { data, error, isFetching, refetch } = useQuery(
    applicationDetailQuery(kind, { student, year }),
  )
  const common = useTexts(commonTexts)
  if (data === undefined && isFetching) return <Skeleton rows={6} />
  if (data === undefined) {
    const text = isUnansweredRead(error) ? common.offlineOnly : describeReadError(error)
    return (
      <ErrorState
        title={texts.detailFailed}
        text={text}
        why={toReadFailureReason(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  const { application, etag } = data
  if (application === null)
    return (
      <EmptyStateWithLink
        icon={<Icon of={FileX} />}
        title={texts.gone}
        text={texts.goneText}
        to={APPLICATION_KINDS[kind].list}
        way={texts.toList}
      />
    )
  return (
    <article className={styles['detail']}>
      <div className={styles['info']}>
        <Name focus={focus}>{application.name}</Name>
        <ApplicationCards kind={kind} application={application} />
        <DecisionHistory id={application.id} />
      </div>
      <ApplicationDocuments kind={kind} application={application} />
      <div className={styles['decision']}>
        {isOffsetByFinance(application) ? (
          <MutedText note>{texts.offset}</MutedText>
        ) : (
          <DecisionForm
            key={application.id}
            kind={kind}
            application={application}
            etag={etag}
            refetch={refetch}
            onDecided={onDecided}
          />
        )}
      </div>
    </article>
  )
}

function Name({ focus, children }: { focus: boolean; children: ReactNode }) {
  const name = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) name.current?.focus()
  }, [focus])
  return (
    <h2 ref={name} tabIndex={-1} className={styles['name']}>
      {children}
    </h2>
  )
}
