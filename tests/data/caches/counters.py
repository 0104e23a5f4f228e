#!/usr/bin/env python3
"""The counters of caches.csv: their names in Nsight Compute, and the table made of what it printed.

    counters.py metrics KNOWN           the metrics to collect, of those that the file KNOWN lists (all if it is empty)
    counters.py table CASES NCU DEVICE  caches.csv, on standard output; fails if a launch is missing
"""
import csv
import sys

# column: metric. A metric that the installed version does not know is left out, and its column is empty.
METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "load_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "load_misses": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "atomic_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l2_reads": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_read_hits": "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "l2_read_misses": "lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum",
    "l2_writes": "lts__t_sectors_srcunit_tex_op_write.sum",
    "l2_reductions": "lts__t_sectors_srcunit_tex_op_red.sum",
    "l2_all": "lts__t_sectors_srcunit_tex.sum",
    "l2_all_hits": "lts__t_sectors_srcunit_tex_lookup_hit.sum",
    "fabric": "lts__t_sectors_srcunit_ltcfabric.sum",
    "fabric_hits": "lts__t_sectors_srcunit_ltcfabric_lookup_hit.sum",
    "fabric_misses": "lts__t_sectors_srcunit_ltcfabric_lookup_miss.sum",
    "fill_sectors": "lts__t_sectors_srcnode_gpc.sum",
    "device_reads": "lts__t_sectors_aperture_device_op_read.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    "nanoseconds": "gpu__time_duration.sum",
    "cycles": "sm__cycles_elapsed.max",
}
SCALES = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "ns": 1, "nsecond": 1, "us": 1e3, "usecond": 1e3,
          "ms": 1e6, "msecond": 1e6, "s": 1e9, "second": 1e9}


def metrics(known_path):
    known = set(open(known_path).read().split())
    print(",".join(m for m in METRICS.values() if not known or m.rsplit(".", 1)[0] in known))


def table(cases_path, ncu_path, device):
    cases = list(csv.DictReader(open(cases_path)))
    lines = [line for line in open(ncu_path) if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    units, launches = rows[0], rows[1:]
    if len(launches) != len(cases):
        sys.exit(f"{len(cases)} cases, but Nsight Compute has {len(launches)} launches")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["case", *METRICS, "device"])
    for case, launch in zip(cases, launches):
        if case["kernel"] not in launch["Kernel Name"]:
            sys.exit(f"{case['case']}: the launch is of {launch['Kernel Name']}")
        values = []
        for metric in METRICS.values():
            text = (launch.get(metric) or "").replace(",", "")
            try:
                values.append(round(float(text) * SCALES.get(units.get(metric, ""), 1)))
            except ValueError:
                values.append("")
        writer.writerow([case["case"], *values, device])


if __name__ == "__main__":
    if sys.argv[1:2] == ["metrics"]:
        metrics(sys.argv[2])
    else:
        table(sys.argv[2], sys.argv[3], sys.argv[4])
