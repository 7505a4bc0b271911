/** The floor that a room's number names: 412 is on floor 4, 1203 on floor 12; undefined where it names none. */
export const floorOfRoom = (room: string): string | undefined => /(\d+)\d{2}$/.exec(room)?.[1]
