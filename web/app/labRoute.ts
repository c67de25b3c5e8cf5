import "../styles/lab.css";
import "../styles/lab_stage.css";
import "../styles/lab_task.css";
import "../styles/lab_text.css";

export { default } from "../labs/LabPages.tsx";
