import { formatChinaTime, ReasonSheet, Table, OfficeLink } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type BedResident, type DormRoom, dormRooms } from '#contract/dorm-rooms'
import { dormRoomTexts } from '#i18n/dorm-rooms'

/** A student who is being moved, with the bed that they leave. */
export interface MovingStudent {
  readonly student: string
  readonly name: string
  readonly from: { readonly building: string; readonly room: string; readonly bed: string }
}

/** The beds of a room with their residents, and the moves from and to them. */
export function RoomTable({
  room: { building, room, closedFor, beds },
  moving,
  onMove,
  onRefused,
  onEnd,
}: {
  room: DormRoom
  moving: MovingStudent | undefined
  onMove: (student: MovingStudent) => void
  /** Called when a move was refused, because the beds might have changed since. */
  onRefused: () => void
  /** Called when beds have changed. */
  onEnd: () => void
}) {
  const texts = useTexts(dormRoomTexts)
  return (
    <Table
      caption={room}
      titled
      columns={[
        { title: texts.bed, cell: ({ bed }) => bed },
        {
          title: texts.name,
          cell: ({ student, name, isArrived, keyAt, hasWithdrawn }) =>
            student === '' ? (
              <MutedText>{texts.free}</MutedText>
            ) : (
              <>
                <OfficeLink to={`students/${student}`}>{name}</OfficeLink>
                {isArrived && <MutedText>{texts.arrived}</MutedText>}
                {hasWithdrawn === true && <MutedText>{texts.withdrawn}</MutedText>}
                {keyAt !== '' && <MutedText>{texts.keyGiven(formatChinaTime(keyAt))}</MutedText>}
              </>
            ),
        },
        { title: texts.number, cell: ({ number }) => number },
        { title: texts.className, cell: ({ className }) => className },
        {
          title: '',
          cell: (resident) => {
            const bed = { building, room, bed: resident.bed }
            if (resident.hasWithdrawn === true) return null
            if (moving !== undefined)
              return closedFor !== '' || resident.student === moving.student ? null : (
                <MoveSheet
                  moving={moving}
                  to={bed}
                  other={resident}
                  onRefused={onRefused}
                  onEnd={onEnd}
                />
              )
            return resident.student === '' ? null : (
              <TextButton
                label={texts.moveNamed(resident.name)}
                onClick={() =>
                  onMove({ student: resident.student, name: resident.name, from: bed })
                }
              >
                {texts.move}
              </TextButton>
            )
          },
        },
      ]}
      rows={beds}
      rowKey={({ bed }) => bed}
    />
  )
}

function MoveSheet({
  moving: { student, name, from },
  to,
  other,
  onRefused,
  onEnd,
}: {
  moving: MovingStudent
  to: MovingStudent['from']
  other: BedResident
  onRefused: () => void
  onEnd: () => void
}) {
  const texts = useTexts(dormRoomTexts)
  const spell = (of: MovingStudent['from']) => `${of.building} ${of.room} ${of.bed}`
  const isFree = other.student === ''
  return (
    <ReasonSheet
      action={isFree ? texts.take : texts.swap}
      named={isFree ? texts.takeNamed(spell(to)) : texts.swapNamed(other.name)}
      about={texts.moveAbout(name, spell(from), spell(to))}
      entry={dormRooms.move}
      input={(reason) => ({ student, from, to, other: other.student, reason })}
      done={texts.moved}
      onEnd={onEnd}
      onRefused={onRefused}
    />
  )
}
