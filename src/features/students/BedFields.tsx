import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { floorOfRoom } from '#app/lib/format/floor-of-room.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { type SelectOption, SelectField } from '#app/ui/SelectField.tsx'
import { type RoomBeds, students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import styles from './students.module.css'

/** The choice of a bed; '' for the parts that are not chosen yet. */
export interface BedChoice {
  readonly building: string
  readonly floor: string
  readonly room: string
  readonly bed: string
}
/** An empty choice. */
export const EMPTY_BED_CHOICE: BedChoice = { building: '', floor: '', room: '', bed: '' }

/**
 * The choice of a free bed by building, floor, room and bed. Only those with a free bed are
 * offered. The residents of the room are shown.
 */
export function BedFields({
  student,
  chosenType,
  place,
  onChange,
}: {
  student: string
  /** The dorm type that the student chose, '' for none. */
  chosenType: string
  place: BedChoice
  onChange: (place: BedChoice) => void
}) {
  const texts = useTexts(studentsTexts)
  const { data, problem } = useOnlineQuery({
    name: 'office-places',
    entry: students.listRoomBeds,
    input: { student, building: place.building },
  })
  const buildings = (data?.buildings ?? []).filter(({ free }) => free > 0)
  const rooms = (data?.rooms ?? []).filter((room) => freeBeds(room).length > 0)
  const floors = [...new Set(rooms.map(floorOf))]
  const here = rooms.filter((one) => floorOf(one) === place.floor)
  const room = here.find((one) => one.room === place.room)
  const residents = room?.beds.filter(({ who }) => who !== '') ?? []
  const line = { placeholder: texts.choose }
  return (
    <>
      <Alert text={problem} />
      {data !== undefined && buildings.length === 0 && <Alert text={texts.noFreeBed} />}
      <SelectField
        {...line}
        label={texts.building}
        value={place.building}
        options={buildings.map(({ building, free }) =>
          option(building, texts.freeBeds(building, free)),
        )}
        onChange={(building) => onChange({ ...EMPTY_BED_CHOICE, building })}
      />
      {place.building !== '' && (
        <SelectField
          {...line}
          label={texts.floor}
          value={place.floor}
          options={floors.map((floor) =>
            option(floor, floor === NO_FLOOR ? texts.otherRooms : texts.floorNumber(floor)),
          )}
          onChange={(floor) => onChange({ ...place, floor, room: '', bed: '' })}
        />
      )}
      {place.floor !== '' && (
        <SelectField
          {...line}
          label={texts.roomNumber}
          value={place.room}
          hint={
            room !== undefined && chosenType !== '' && room.type !== chosenType
              ? texts.otherType(room.type, chosenType)
              : undefined
          }
          options={here.map((one) =>
            option(one.room, texts.freeBeds(`${one.room} ${one.type}`, freeBeds(one).length)),
          )}
          onChange={(chosen) => onChange({ ...place, room: chosen, bed: '' })}
        />
      )}
      {room !== undefined && (
        <SelectField
          {...line}
          label={texts.bed}
          value={place.bed}
          options={freeBeds(room).map((bed) => option(bed, bed))}
          onChange={(bed) => onChange({ ...place, bed })}
        />
      )}
      {room !== undefined && (
        <p className={styles['residents']}>
          {residents.length === 0
            ? texts.nobodyHere
            : texts.livingHere(residents.map(({ bed, who }) => `${bed} ${who}`).join('、'))}
        </p>
      )}
    </>
  )
}

/** The option for rooms whose number contains no floor. */
const NO_FLOOR = '-'

const floorOf = ({ room }: RoomBeds): string => floorOfRoom(room) ?? NO_FLOOR

const option = (value: string, label: string): SelectOption => ({ value, label })

const freeBeds = ({ beds }: RoomBeds): string[] =>
  beds.filter(({ who }) => who === '').map(({ bed }) => bed)
