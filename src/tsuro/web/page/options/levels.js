// How strong the bots of the house can be.

/** @import {BotLevel} from "../messages" */

/** From the weakest to the strongest. @type {readonly BotLevel[]} */
export const LEVELS = ["wanderer", "apprentice", "guardian", "dragon"];
