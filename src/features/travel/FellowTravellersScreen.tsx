import { Mars, Phone, Users, Venus } from 'lucide'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import type { FellowTraveller, StoredTravel } from '#contract/travel'
import { commonTexts } from '#i18n/common'
import { formatRegion } from '#i18n/region'
import { travelTexts } from '#i18n/travel'
import { fellowTravellersQuery } from './queries.ts'
import { useConfirmedTravel } from './useTravel.ts'
import styles from './travel.module.css'

/**
 * Fellow travellers: students who start in the same city on the same day and have chosen to be
 * visible (TRV-30). They are never stored on the phone.
 */
export function FellowTravellersScreen({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(travelTexts)
  const common = useTexts(commonTexts)
  const { kept: own, confirmed } = useConfirmedTravel()
  const { record } = confirmed
  const offline = useNetwork() === 'offline'
  const back = `/schoolInformation/${step}/${stunum}`
  return (
    <Page title={texts.peersTitle} back={back}>
      {offline && <ErrorState title={common.offlineOnly} onRetry={own.retry} />}
      {!offline && own.state === 'loading' && <Skeleton rows={3} />}
      {!offline && own.data === undefined && own.state === 'failed' && (
        <ErrorState
          title={texts.peersFailed}
          text={own.problem}
          why={own.why}
          onRetry={own.retry}
        />
      )}
      {!offline && record?.open === true && <Peers own={record} />}
      {!offline && own.data !== undefined && record?.open !== true && (
        <EmptyState icon={<Icon of={Users} />} title={texts.peersClosed} />
      )}
      <ButtonLink
        tone="second"
        to="/schoolInformation/$sort/$stunum"
        params={{ sort: step, stunum }}
      >
        {texts.backToTravel}
      </ButtonLink>
    </Page>
  )
}

function Peers({ own }: { own: StoredTravel }) {
  const texts = useTexts(travelTexts)
  const peers = useCachedQuery(fellowTravellersQuery(own))
  if (peers.data === undefined) {
    return <QueryFallback kept={peers} failed={texts.peersFailed} rows={3} />
  }
  if (peers.data.peers.length === 0)
    return (
      <EmptyState icon={<Icon of={Users} />} title={texts.peersEmpty} text={texts.peersEmptyText} />
    )
  return (
    <Card flush>
      <ul className={styles['peers']}>
        {peers.data.peers.map((peer) => (
          <PeerRow key={`${peer.name} ${peer.phone}`} peer={peer} startCity={own.startCity} />
        ))}
      </ul>
    </Card>
  )
}

function PeerRow({ peer, startCity }: { peer: FellowTraveller; startCity: string }) {
  const texts = useTexts(travelTexts)
  const language = useLanguage()
  const male = peer.gender === '1'
  return (
    <li className={styles['peer']}>
      <span className={joinClassNames(styles['gender'], male ? styles['mars'] : styles['venus'])}>
        {male ? <Icon of={Mars} /> : <Icon of={Venus} />}
        <VisuallyHidden>{male ? texts.male : texts.female}</VisuallyHidden>
      </span>
      <span className={styles['who']}>
        <b>{peer.name}</b>
        <span className={styles['hint']}>
          {formatRegion(startCity)} · {formatLongDay(peer.startDate, language)}
        </span>
      </span>
      <a
        href={`tel:${peer.phone}`}
        aria-label={`${texts.call(peer.name)} ${peer.phone}`}
        className={styles['phone']}
      >
        <Icon of={Phone} />
        {peer.phone}
      </a>
    </li>
  )
}
