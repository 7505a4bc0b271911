import { useTexts } from '#app/lib/language/language.ts'
import { Row } from '#app/ui/Row.tsx'
import type { Room } from '#contract/assigned-room'
import { dormTexts } from '#i18n/dorm'

/** An assigned bed: type, building, room and bed number (DORM-15). */
export function RoomRows({ room }: { room: Room }) {
  const texts = useTexts(dormTexts)
  return (
    <>
      <Row label={texts.type} value={room.type} />
      <Row label={texts.building} value={room.building} />
      <Row label={texts.number} value={room.room} />
      <Row label={texts.bed} value={room.bed} />
    </>
  )
}
