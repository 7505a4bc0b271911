import { useWords } from '#app/lib/language.ts'
import { Row } from '#app/ui/Row.tsx'
import type { Room } from '#contract/room'
import { dormWords } from '#words/dorm'

/** An assigned place: type, building, room and bed (DORM-15). */
export function RoomRows({ room }: { room: Room }) {
  const words = useWords(dormWords)
  return (
    <>
      <Row label={words.type} value={room.type} />
      <Row label={words.building} value={room.building} />
      <Row label={words.number} value={room.room} />
      <Row label={words.bed} value={room.bed} />
    </>
  )
}
