import { formatChinaTime, OfficePage, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { type BedResident, type DormRoom, dormRooms } from '#contract/dorm-rooms'
import { dormRoomTexts } from '#i18n/dorm-rooms'
import styles from './dorm-rooms.module.css'

/** What is printed of a building on A4: a label for each door, or the book of its residents. */
export function RoomPrints({ building, kind }: { building: string; kind: 'labels' | 'book' }) {
  const texts = useTexts(dormRoomTexts)
  const live = useOnlineQuery({ name: 'dorm-rooms', entry: dormRooms.list, input: { building } })
  return (
    <OfficePage
      title={kind === 'labels' ? texts.labelsTitle(building) : texts.bookTitle(building)}
      actions={
        <span className={styles['screenOnly']}>
          <OfficeLink to={`beds/rooms/${building}`}>{texts.back}</OfficeLink>
        </span>
      }
    >
      {live.data === undefined ? (
        <QueryFallback kept={live} failed={live.problem ?? ''} />
      ) : live.data.rooms.length === 0 ? (
        <p>{texts.noRooms}</p>
      ) : (
        <>
          <div className={styles['screenOnly']}>
            <PrintButton label={texts.print} />
          </div>
          {kind === 'labels' ? (
            <div className={styles['labels']}>
              {live.data.rooms.map((room) => (
                <DoorLabel key={room.room} of={room} />
              ))}
            </div>
          ) : (
            <BuildingBook rooms={live.data.rooms} />
          )}
        </>
      )}
    </OfficePage>
  )
}

// A bed whose student has withdrawn is printed as a free one.
const listedResident = (resident: BedResident): BedResident =>
  resident.hasWithdrawn === true
    ? { ...resident, name: '', number: '', className: '', keyAt: '' }
    : resident

function DoorLabel({ of: { building, room, beds } }: { of: DormRoom }) {
  return (
    <article className={styles['label']}>
      <p>{appConfig.school}</p>
      <p>{building}</p>
      <h2>{room}</h2>
      <ol>
        {beds.map(listedResident).map(({ bed, name, className }) => (
          <li key={bed}>
            <b>{bed}</b>
            <span>{name}</span>
            <small>{className}</small>
          </li>
        ))}
      </ol>
    </article>
  )
}

function BuildingBook({ rooms }: { rooms: readonly DormRoom[] }) {
  const texts = useTexts(dormRoomTexts)
  return (
    <div className={styles['scroll']}>
      <table className={styles['book']}>
        <thead>
          <tr>
            {[
              texts.room,
              texts.bed,
              texts.name,
              texts.number,
              texts.className,
              texts.signature,
            ].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rooms.map(({ room, beds }) => (
          <tbody key={room}>
            {beds.map(listedResident).map(({ bed, name, number, className, keyAt }, at) => (
              <tr key={bed}>
                {at === 0 && (
                  <th scope="rowgroup" rowSpan={beds.length}>
                    {room}
                  </th>
                )}
                <td>{bed}</td>
                <td>{name}</td>
                <td>{number}</td>
                <td>{className}</td>
                <td aria-label={texts.signature}>{formatChinaTime(keyAt)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
