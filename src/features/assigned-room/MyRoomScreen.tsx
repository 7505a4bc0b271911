import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useCachedQuery, useIsReadSettled } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { showToast } from '#app/ui/toast.ts'
import { dormTexts } from '#i18n/dorm'
import { roomQuery } from './queries.ts'
import { RoomRows } from './RoomRows.tsx'

/**
 * The assigned room. A student without a room is asked to wait and gets a link to the home page
 * (DORM-16).
 */
export function MyRoomScreen() {
  const texts = useTexts(dormTexts)
  const navigate = useNavigate()
  const kept = useCachedQuery(roomQuery())
  const age = useStaleDataNotice(kept, texts.infoTitle)
  const isSettled = useIsReadSettled(kept)
  const room = kept.data?.room
  const hasNone = room === null && isSettled
  const leave = useEffectEvent(() => {
    showToast(texts.waitForRoom)
    void navigate({ to: '/', replace: true })
  })
  useEffect(() => {
    if (hasNone) leave()
  }, [hasNone])
  return (
    <Page title={texts.roomTitle} back banner={age && <StaleDataBanner {...age} />}>
      {room && (
        <Card flush>
          <RoomRows room={room} />
        </Card>
      )}
      {!room && <QueryFallback kept={kept} failed={texts.roomFailed} rows={4} />}
    </Page>
  )
}
