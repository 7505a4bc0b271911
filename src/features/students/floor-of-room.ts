/** The floor that a room's number names: 501 is on floor 5, 1203 on floor 12; '-' where it names none. */
export const floorOfRoom = (room: string): string => /(\d+)\d{2}$/.exec(room)?.[1] ?? '-'
