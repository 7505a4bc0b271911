import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficePage, ReasonSheet, Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type DormRoom, dormRooms } from '#contract/dorm-rooms'
import { dormRoomTexts } from '#i18n/dorm-rooms'
import { RoomTable, type MovingStudent } from './RoomTable.tsx'
import styles from './dorm-rooms.module.css'

/** The buildings; the rooms of one building, or the closed rooms of all; moves of students. */
export function RoomsScreen({ building }: { building: string }) {
  const texts = useTexts(dormRoomTexts)
  // The student stays chosen when another building is opened.
  const [moving, setMoving] = useState<MovingStudent>()
  const live = useOnlineQuery({ name: 'dorm-rooms', entry: dormRooms.list, input: { building } })
  const { buildings = [], rooms = [] } = live.data ?? {}
  return (
    <OfficePage
      title={building === '' ? texts.title : building}
      actions={
        <Link to="/manage/$" params={{ _splat: building === '' ? 'beds' : 'beds/rooms' }}>
          {building === '' ? texts.allocation : texts.back}
        </Link>
      }
    >
      <MutedText>{texts.about}</MutedText>
      {moving !== undefined && (
        <div className={styles['moving']} role="status">
          <span>{texts.moving(moving.name, formatBed(moving.from))}</span>
          <button type="button" onClick={() => setMoving(undefined)}>
            {texts.stopMoving}
          </button>
        </div>
      )}
      {live.data === undefined ? (
        <QueryFallback kept={live} failed={live.problem ?? ''} />
      ) : (
        <>
          {(building === '' || moving !== undefined) && (
            <Table
              caption={texts.building}
              empty={<MutedText>{texts.noRooms}</MutedText>}
              columns={[
                {
                  key: 'building',
                  title: texts.building,
                  cell: (one) => (
                    <Link to="/manage/$" params={{ _splat: `beds/rooms/${one.building}` }}>
                      {one.building}
                    </Link>
                  ),
                },
                { key: 'rooms', title: texts.rooms, isNumeric: true, cell: (one) => one.rooms },
                { key: 'beds', title: texts.beds, isNumeric: true, cell: (one) => one.beds },
                { key: 'taken', title: texts.taken, isNumeric: true, cell: (one) => one.taken },
                { key: 'closed', title: texts.closed, isNumeric: true, cell: (one) => one.closed },
                {
                  key: 'mustMove',
                  title: texts.mustMove,
                  isNumeric: true,
                  cell: (one) => one.mustMove,
                },
              ]}
              rows={buildings}
              rowKey={(one) => one.building}
            />
          )}
          {building !== '' && (
            <div className={styles['prints']}>
              <Link to="/manage/$" params={{ _splat: `beds/labels/${building}` }}>
                {texts.labels}
              </Link>
              <Link to="/manage/$" params={{ _splat: `beds/book/${building}` }}>
                {texts.book}
              </Link>
            </div>
          )}
          {building === '' && rooms.length > 0 && <h2>{texts.closedRooms}</h2>}
          {rooms.map((room) => (
            <section key={`${room.building} ${room.room}`} className={styles['room']}>
              <header>
                <h2>
                  {building === '' && `${room.building} `}
                  {room.room}
                </h2>
                <MutedText>
                  {[
                    room.type,
                    room.gender === '1' ? texts.men : room.gender === '2' ? texts.women : '',
                    room.closedFor === '' ? '' : texts.closedFor(room.closedFor),
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </MutedText>
                <RoomActions of={room} onEnd={live.retry} />
              </header>
              <RoomTable
                room={room}
                moving={moving}
                onMove={setMoving}
                onRefused={live.retry}
                onEnd={() => {
                  setMoving(undefined)
                  live.retry()
                }}
              />
            </section>
          ))}
        </>
      )}
    </OfficePage>
  )
}

const formatBed = (of: { building: string; room: string; bed: string }) =>
  `${of.building} ${of.room} ${of.bed}`

function RoomActions({
  of: { building, room, closedFor },
  onEnd,
}: {
  of: DormRoom
  onEnd: () => void
}) {
  const texts = useTexts(dormRoomTexts)
  const { send, busy, problem } = useOnlineCall()
  const close = async (reason: string) => {
    const outcome = await send(dormRooms.close, { building, room, reason })
    if (outcome?.type !== 'ok') return false
    showToast(texts.wasClosed(outcome.data.mustMove))
    onEnd()
    return true
  }
  const reopen = async (reason: string) => {
    const outcome = await send(dormRooms.reopen, { building, room, reason })
    if (outcome?.type !== 'ok') return false
    showToast(texts.wasReopened)
    onEnd()
    return true
  }
  return closedFor === '' ? (
    <ReasonSheet
      action={texts.close}
      named={texts.closeNamed(`${building} ${room}`)}
      about={texts.closeAbout}
      busy={busy}
      problem={problem}
      onConfirm={close}
      onRefused={onEnd}
    />
  ) : (
    <ReasonSheet
      action={texts.reopen}
      named={texts.reopenNamed(`${building} ${room}`)}
      about={texts.reopenAbout}
      busy={busy}
      problem={problem}
      onConfirm={reopen}
      onRefused={onEnd}
    />
  )
}
