/**
 * The floor in a room number: 412 is on floor 4, 1203 on floor 12; undefined if the number contains
 * none.
 */
export const floorOfRoom = (room: string): string | undefined => /(\d+)\d{2}$/.exec(room)?.[1]
