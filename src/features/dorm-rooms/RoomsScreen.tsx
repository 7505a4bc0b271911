import { useState } from 'react'
import { OfficePage, ReasonSheet, Table, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
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
        <OfficeLink to={building === '' ? 'beds' : 'beds/rooms'}>
          {building === '' ? texts.allocation : texts.back}
        </OfficeLink>
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
                  title: texts.building,
                  cell: (one) => (
                    <OfficeLink to={`beds/rooms/${one.building}`}>{one.building}</OfficeLink>
                  ),
                },
                { title: texts.rooms, isNumeric: true, cell: (one) => one.rooms },
                { title: texts.beds, isNumeric: true, cell: (one) => one.beds },
                { title: texts.taken, isNumeric: true, cell: (one) => one.taken },
                { title: texts.closed, isNumeric: true, cell: (one) => one.closed },
                { title: texts.mustMove, isNumeric: true, cell: (one) => one.mustMove },
              ]}
              rows={buildings}
              rowKey={(one) => one.building}
            />
          )}
          {building !== '' && (
            <div className={styles['prints']}>
              <OfficeLink to={`beds/labels/${building}`}>{texts.labels}</OfficeLink>
              <OfficeLink to={`beds/book/${building}`}>{texts.book}</OfficeLink>
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
  return closedFor === '' ? (
    <ReasonSheet
      action={texts.close}
      named={texts.closeNamed(`${building} ${room}`)}
      about={texts.closeAbout}
      entry={dormRooms.close}
      input={(reason) => ({ building, room, reason })}
      done={({ mustMove }) => texts.wasClosed(mustMove)}
      onEnd={onEnd}
    />
  ) : (
    <ReasonSheet
      action={texts.reopen}
      named={texts.reopenNamed(`${building} ${room}`)}
      about={texts.reopenAbout}
      entry={dormRooms.reopen}
      input={(reason) => ({ building, room, reason })}
      done={texts.wasReopened}
      onEnd={onEnd}
    />
  )
}
